/**
 * What a user would write otherwise: NestJS with Express, TypeORM's plain repositories and class-validator, in
 * the style of Nest's documentation. Pages have an offset and a full count; there is no search, cursor or `ids=`.
 */
import 'reflect-metadata';
import {
  Body,
  type CanActivate,
  ConflictException,
  Controller,
  type ExecutionContext,
  ForbiddenException,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  Patch,
  Post,
  Query,
  Req,
  UnauthorizedException,
  ValidationPipe,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { PartialType } from '@nestjs/swagger';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Type } from 'class-transformer';
import { IsDate, IsIn, IsInt, IsObject, IsOptional, Length, Max } from 'class-validator';
import { jwtVerify } from 'jose';
import { And, DataSource, LessThan, MoreThanOrEqual, type Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Application, Event, Interaction, Notification, User } from './entities.js';

const entities = [Event, User, Application, Interaction, Notification];
const POOL = { url: process.env.DATABASE_URL, poolSize: 10, extra: { idleTimeoutMillis: 60_000 } };
const KEY = Buffer.from(process.env.AUTH_SECRET!);

class CreateEventDto {
  @Length(1, 200) title: string;
  @Length(1, 20_000) description: string;
  @IsIn(['EVENT', 'GIG']) type: string;
  @IsObject() location: { name: string };
  @IsDate() @Type(() => Date) startAt: Date;
  @IsOptional() @IsDate() @Type(() => Date) endAt?: Date;
  @IsOptional() @IsObject() compensation?: object;
}

class UpdateEventDto extends PartialType(CreateEventDto) {}

class PageQuery {
  @IsInt() @Max(100) @Type(() => Number) limit = 20;
  @IsInt() @Max(10_000) @Type(() => Number) offset = 0;
}

class EventQuery extends PageQuery {
  @IsOptional() @Length(1, 4_000) type?: string;
  @IsOptional() @Length(1, 4_000) category?: string;
  @IsOptional() @Length(1, 4_000) status?: string;
  @IsOptional() @IsDate() @Type(() => Date) startDate?: Date;
}

type UserRequest = { user: string; headers: { authorization?: string } };

@Injectable()
class AuthGuard implements CanActivate {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<UserRequest>();
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const { payload } = await jwtVerify(token, KEY, { algorithms: ['HS256'] }).catch(() => {
      throw new UnauthorizedException();
    });
    request.user = payload.sub!;
    await this.users.upsert({ id: request.user, name: payload.name as string }, ['id']);
    return true;
  }
}

@Controller()
class EventsController {
  constructor(@InjectRepository(Event) private readonly events: Repository<Event>) {}

  @Get('events')
  async list(@Query() { limit, offset, startDate, ...equal }: EventQuery) {
    const hour = new Date();
    hour.setMinutes(0, 0, 0);
    const first = startDate && startDate > hour ? startDate : hour;
    const coming = { ...equal, startAt: MoreThanOrEqual(first) };
    const past = {
      ...equal,
      startAt: startDate ? And(MoreThanOrEqual(startDate), LessThan(hour)) : LessThan(hour),
    };
    const [data, upcoming] = await this.events.findAndCount({
      where: coming,
      order: { startAt: 'ASC', id: 'ASC' },
      take: limit,
      skip: offset,
    });
    const count = upcoming + (await this.events.countBy(past));
    if (data.length === limit) return { data, count };
    const earlier = await this.events.find({
      where: past,
      order: { startAt: 'DESC', id: 'ASC' },
      take: limit - data.length,
      skip: Math.max(0, offset - upcoming),
    });
    return { data: [...data, ...earlier], count };
  }

  @Get('events/:id')
  async findOne(@Param('id') id: string): Promise<Event> {
    const event = await this.events.findOneBy({ id });
    if (!event) throw new NotFoundException();
    return event;
  }

  @Post('events')
  create(@Body() body: CreateEventDto, @Req() { user }: UserRequest): Promise<Event> {
    return this.events.save(this.events.create({ ...body, id: uuidv7(), creatorId: user }));
  }

  @Patch('events/:id')
  async update(@Param('id') id: string, @Body() body: UpdateEventDto, @Req() request: UserRequest) {
    const event = await this.findOne(id);
    if (event.creatorId !== request.user) throw new ForbiddenException();
    return this.events.save(Object.assign(event, body));
  }
}

@Controller()
class ParticipationController {
  constructor(private readonly dataSource: DataSource) {}

  @Get('notifications')
  async inbox(@Query() { limit, offset }: PageQuery, @Req() { user }: UserRequest) {
    const [where, order] = [{ recipientId: user }, { createdAt: 'DESC', id: 'DESC' } as const];
    const notifications = this.dataSource.getRepository(Notification);
    const [data, count] = await notifications.findAndCount({ where, order, take: limit, skip: offset });
    return { data, count };
  }

  @Get('gigs/:gigId/applications')
  async list(@Param('gigId') gigId: string, @Req() { user }: UserRequest): Promise<object> {
    const gig = await this.dataSource.getRepository(Event).findOneBy({ id: gigId });
    if (gig?.creatorId !== user) throw new ForbiddenException();
    const [order, relations] = [{ createdAt: 'ASC', id: 'ASC' } as const, { applicant: true }];
    const applications = this.dataSource.getRepository(Application);
    return { data: await applications.find({ where: { gigId }, relations, order }) };
  }

  @Post('gigs/:gigId/applications')
  apply(@Param('gigId') gigId: string, @Body('message') message: string, @Req() { user }: UserRequest) {
    return this.dataSource.transaction(async (manager) => {
      const gig = await manager.findOneBy(Event, { id: gigId, type: 'GIG' });
      if (!gig) throw new NotFoundException();
      if (gig.creatorId === user || gig.status !== 'OPEN') throw new ForbiddenException();
      if (await manager.existsBy(Application, { gigId, applicantId: user })) throw new ConflictException();
      const applicant = await manager.findOneByOrFail(User, { id: user });
      const values = { id: uuidv7(), gigId, applicantId: user, applicant, message };
      const application = await manager.save(manager.create(Application, values));
      const interaction = { id: uuidv7(), eventId: gigId, userId: user, action: 'APPLY' };
      await manager.save(manager.create(Interaction, interaction));
      const data = { gigId, gigTitle: gig.title, applicantName: applicant.name };
      const reference = { type: 'APPLICATION_RECEIVED', referenceId: application.id };
      const notification = { id: uuidv7(), ...reference, recipientId: gig.creatorId!, data };
      await manager.save(manager.create(Notification, notification));
      return application;
    });
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({ type: 'postgres', entities, ...POOL }),
    TypeOrmModule.forFeature(entities),
  ],
  controllers: [EventsController, ParticipationController],
  providers: [{ provide: APP_GUARD, useClass: AuthGuard }],
})
class AppModule {}

const app = await NestFactory.create(AppModule, new ExpressAdapter(), { logger: ['error', 'warn'] });
app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
app.enableShutdownHooks();
await app.listen(Number(process.env.PORT), process.env.HOST!);
