# The command in an image without anything else. It has not been built yet: no container runtime was at hand.
#
#	docker build -t toolerr .
#	docker run --rm -p 127.0.0.1:8080:8080 toolerr
#	echo '{"code":-32602,"message":"Unknown tool"}' | docker run --rm -i toolerr decode
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o /toolerr ./cmd/toolerr

FROM scratch
COPY --from=build /toolerr /toolerr
USER 65534:65534
EXPOSE 8080
ENTRYPOINT ["/toolerr"]
CMD ["serve", "--addr", "0.0.0.0:8080"]
