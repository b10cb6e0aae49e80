// Command gin serves bells with gin: its defaults, and the binding that handlers usually have.
package main

import (
	"net/http"
	"os"
	"strconv"

	"github.com/gin-gonic/gin"
)

type bell struct {
	Name  string `json:"name" binding:"required"`
	Times int    `json:"times" binding:"min=1,max=9"`
}

type page struct {
	Limit int `form:"limit" binding:"omitempty,min=1,max=100"`
}

func main() {
	gin.SetMode(gin.ReleaseMode)
	bells := map[int]bell{1: {"door", 1}}
	app := gin.New()
	app.Use(gin.Recovery())
	app.GET("/bells", func(c *gin.Context) {
		if err := c.ShouldBindQuery(new(page)); err != nil {
			c.JSON(http.StatusBadRequest, gin.H{"error": err.Error()})
			return
		}
		c.JSON(http.StatusOK, []bell{bells[1]})
	})
	app.POST("/bells", func(c *gin.Context) {
		var b bell
		if err := c.ShouldBindJSON(&b); err != nil {
			c.JSON(http.StatusBadRequest, gin.H{"error": err.Error()})
			return
		}
		c.JSON(http.StatusCreated, b)
	})
	one := func(c *gin.Context) {
		id, err := strconv.Atoi(c.Param("id"))
		if err != nil {
			c.JSON(http.StatusBadRequest, gin.H{"error": "id must be a number"})
			return
		}
		b, ok := bells[id]
		if !ok {
			c.JSON(http.StatusNotFound, gin.H{"error": "no such bell"})
			return
		}
		c.JSON(http.StatusOK, b)
	}
	app.GET("/bells/:id", one)
	app.DELETE("/bells/:id", one)
	panic(app.Run("127.0.0.1:" + os.Getenv("PORT")))
}
