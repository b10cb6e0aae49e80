// A server of NestJS, with its ValidationPipe.
import 'reflect-metadata';
import { Body, Controller, HttpCode, HttpException, Module, Post, Res, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsDefined, IsEmail, IsIn, IsInt, IsNumber, IsOptional, IsString, Length, Matches, Max, Min, MinLength, ValidateNested,
} from 'class-validator';
import { Refusal, audit, order, report } from './shop.mjs';

class Traveller {
  @IsString() @MinLength(1) full_name!: string;
  @IsInt() @Min(0) @Max(120) age_years!: number;
  @IsOptional() @IsIn(['standard', 'vegan', 'halal']) meal?: string;
}

abstract class Payment {
  @IsIn(['card', 'invoice']) pay_with!: string;
}

class CardPayment extends Payment {
  @Matches(/^tok_[a-z0-9]+$/) card_token!: string;
}

class InvoicePayment extends Payment {
  @IsString() @MinLength(1) company!: string;
  @IsString() @MinLength(4) vat_number!: string;
}

class PlanTrip {
  @Matches(/^[A-Z]{3}$/) origin!: string;
  @Matches(/^[A-Z]{3}$/) destination!: string;
  @Matches(/^\d{4}-\d{2}-\d{2}$/) depart_on!: string;
  @IsOptional() @IsIn(['economy', 'premium', 'business']) cabin_class?: string;
  @IsOptional() @IsInt() @Min(0) @Max(3) max_stops?: number;
  @IsOptional() @IsBoolean() flexible?: boolean;
  @IsArray() @ArrayMinSize(1) @ValidateNested({ each: true }) @Type(() => Traveller) travellers!: Traveller[];
  @IsDefined() @ValidateNested()
  @Type(() => Payment, {
    keepDiscriminatorProperty: true,
    discriminator: { property: 'pay_with', subTypes: [{ value: CardPayment, name: 'card' }, { value: InvoicePayment, name: 'invoice' }] },
  })
  payment!: CardPayment | InvoicePayment;
}

class Recipient {
  @IsString() @Length(1, 80) recipient_name!: string;
  @IsEmail() contact_mail!: string;
  @IsOptional() @IsIn(['en', 'de', 'fr']) locale?: string;
}

abstract class Delivery {
  @IsIn(['pickup', 'courier']) deliver_by!: string;
}

class Pickup extends Delivery {
  @IsInt() @Min(1) store_id!: number;
}

class Courier extends Delivery {
  @IsString() @MinLength(1) street!: string;
  @Matches(/^\d{5}$/) postcode!: string;
}

class OrderBooks {
  @Matches(/^\d{13}$/) isbn!: string;
  @IsInt() @Min(1) @Max(10) copies!: number;
  @IsIn(['hardcover', 'paperback', 'audio']) binding!: string;
  @IsOptional() @IsBoolean() gift_wrap?: boolean;
  @IsOptional() @IsNumber() @Min(1) @Max(500) max_price?: number;
  @IsOptional() @IsArray() @ArrayMaxSize(3) @IsString({ each: true }) labels?: string[];
  @IsDefined() @ValidateNested() @Type(() => Recipient) recipient!: Recipient;
  @IsDefined() @ValidateNested()
  @Type(() => Delivery, {
    keepDiscriminatorProperty: true,
    discriminator: { property: 'deliver_by', subTypes: [{ value: Pickup, name: 'pickup' }, { value: Courier, name: 'courier' }] },
  })
  delivery!: Pickup | Courier;
}

class Attendee {
  @IsEmail() mailbox!: string;
  @IsIn(['mandatory', 'voluntary']) attendance!: string;
  @IsOptional() @IsInt() @Min(1) @Max(4) seat_count?: number;
}

class Room {
  @IsString() @MinLength(1) building!: string;
  @IsInt() @Min(-2) @Max(40) floor_number!: number;
}

abstract class Reminder {
  @IsIn(['email', 'popup']) remind_by!: string;
}

class MailReminder extends Reminder {
  @IsEmail() remind_address!: string;
}

class PopupReminder extends Reminder {
  @IsInt() @Min(1) @Max(60) lead_minutes!: number;
}

class ScheduleMeeting {
  @IsString() @Length(1, 60) subject!: string;
  @Matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/) begins_at!: string;
  @IsInt() @Min(5) @Max(480) duration_minutes!: number;
  @IsOptional() @IsIn(['low', 'normal', 'high']) urgency?: string;
  @IsOptional() @IsBoolean() online?: boolean;
  @IsArray() @ArrayMinSize(1) @ValidateNested({ each: true }) @Type(() => Attendee) attendees!: Attendee[];
  @IsOptional() @ValidateNested() @Type(() => Room) room?: Room;
  @IsDefined() @ValidateNested()
  @Type(() => Reminder, {
    keepDiscriminatorProperty: true,
    discriminator: { property: 'remind_by', subTypes: [{ value: MailReminder, name: 'email' }, { value: PopupReminder, name: 'popup' }] },
  })
  reminder!: MailReminder | PopupReminder;
}

class PlaceOrder {
  @IsString() item!: string;
}

class ReadReport {
  @IsString() report!: string;
}

class AuditLedger {
  @IsString() step!: string;
}

const statuses: Record<string, number> = { forbidden: 403, missing: 404, month: 429, busy: 429 };

@Controller()
class Tools {
  @Post('plan_trip') @HttpCode(200) planTrip(@Body() input: PlanTrip) {
    return input;
  }

  @Post('order_books') @HttpCode(200) orderBooks(@Body() input: OrderBooks) {
    return input;
  }

  @Post('schedule_meeting') @HttpCode(200) scheduleMeeting(@Body() input: ScheduleMeeting) {
    return input;
  }

  @Post('place_order') placeOrder(@Body() input: PlaceOrder) {
    return order(input.item);
  }

  @Post('read_report') async readReport(@Body() input: ReadReport, @Res({ passthrough: true }) response: any) {
    try {
      return await report(input.report);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.seconds > 0) response.header('Retry-After', String(error.seconds));
      throw new HttpException(error.bare, statuses[error.state]);
    }
  }

  @Post('audit_ledger') auditLedger(@Body() input: AuditLedger) {
    return audit(input.step);
  }
}

@Module({ controllers: [Tools] })
class Shop {}

declare const process: { env: Record<string, string> };

const app = await NestFactory.create(Shop, { logger: false });
app.useGlobalPipes(new ValidationPipe());
await app.listen(Number(process.env.PORT), '127.0.0.1');
