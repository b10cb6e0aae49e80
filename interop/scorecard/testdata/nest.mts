// Bells with NestJS, its ValidationPipe and its OpenAPI document.
import 'reflect-metadata';
import { Body, Controller, Delete, Get, HttpCode, Module, NotFoundException, Param, ParseIntPipe, Post, Query, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiProperty, ApiPropertyOptional, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsNotEmpty, IsOptional, IsString, Max, Min } from 'class-validator';

class NewBell {
  @ApiProperty({ minLength: 1 }) @IsString() @IsNotEmpty() name!: string;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 9 }) @IsInt() @Min(1) @Max(9) times!: number;
}

class Page {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 100 }) @Type(() => Number) @IsOptional() @IsInt() @Min(1) @Max(100) limit?: number;
}

const bells = new Map([[1, { id: 1, name: 'door', times: 1 }]]);

@Controller('bells')
class Bells {
  @Get() list(@Query() page: Page) {
    return [...bells.values()].slice(0, page.limit);
  }

  @Post() add(@Body() bell: NewBell) {
    const added = { id: bells.size + 1, ...bell };
    bells.set(added.id, added);
    return added;
  }

  @Get(':id') get(@Param('id', ParseIntPipe) id: number) {
    const bell = bells.get(id);
    if (!bell) throw new NotFoundException();
    return bell;
  }

  @Delete(':id') @HttpCode(204) remove(@Param('id', ParseIntPipe) id: number) {
    if (!bells.delete(id)) throw new NotFoundException();
  }
}

@Module({ controllers: [Bells] })
class App {}

const app = await NestFactory.create(App, { logger: false });
app.useGlobalPipes(new ValidationPipe({ transform: true }));
SwaggerModule.setup('api', app, SwaggerModule.createDocument(app, new DocumentBuilder().setTitle('Bells').build()));
await app.listen(Number(process.env.PORT), '127.0.0.1');
