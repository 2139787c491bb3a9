/**
 * What a user would write otherwise: NestJS with Express, TypeORM's plain repositories and class-validator, in the style of
 * Nest's own documentation. Lists have pages by offset and a full count; there is no search.
 */
import 'reflect-metadata';
import {
  Body,
  type CanActivate,
  ConflictException,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  ForbiddenException,
  Get,
  HttpStatus,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseUUIDPipe,
  Patch,
  Post,
  Query,
  UnauthorizedException,
  ValidationPipe,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { InjectDataSource, InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Type } from 'class-transformer';
import {
  IsDate,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { jwtVerify } from 'jose';
import { type DataSource, In, MoreThanOrEqual, type Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Application, Event, Interaction, Notification, User } from './entities.js';

const { DATABASE_URL, AUTH_SECRET = '', PORT, HOST = '127.0.0.1' } = process.env;
const ENTITIES = [Event, User, Application, Interaction, Notification];

class CreateEventDto {
  @IsString() @IsNotEmpty() @MaxLength(200) title: string;
  @IsString() @IsNotEmpty() @MaxLength(20_000) description: string;
  @IsIn(['EVENT', 'GIG']) type: string;
  @IsObject() location: { name: string };
  @IsDate() @Type(() => Date) startAt: Date;
  @IsOptional() @IsDate() @Type(() => Date) endAt?: Date;
  @IsOptional() @IsObject() compensation?: object;
}

class UpdateEventDto {
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(200) title?: string;
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(20_000) description?: string;
}

class PageQuery {
  @IsInt() @Min(1) @Max(100) @Type(() => Number) limit = 20;
  @IsInt() @Min(0) @Max(10_000) @Type(() => Number) offset = 0;
}

class EventQuery extends PageQuery {
  @IsOptional() @IsString() type?: string;
  @IsOptional() @IsString() category?: string;
  @IsOptional() @IsString() status?: string;
  @IsOptional() @IsDate() @Type(() => Date) startDate?: Date;
  @IsOptional() @IsString() ids?: string;
}

class ApplyDto {
  @IsOptional() @IsString() @MaxLength(5_000) message?: string;
}

const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest().user,
);

@Injectable()
class AuthGuard implements CanActivate {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    if (request.path === '/health/ready') return true;
    const [type, token = ''] = (request.headers.authorization ?? '').split(' ');
    try {
      if (type !== 'Bearer') throw new Error('no token');
      const { payload } = await jwtVerify(token, Buffer.from(AUTH_SECRET), { algorithms: ['HS256'] });
      request.user = payload.sub;
      await this.users.upsert({ id: payload.sub!, name: payload.name as string }, ['id']);
    } catch {
      throw new UnauthorizedException();
    }
    return true;
  }
}

@Controller()
class EventsController {
  constructor(@InjectRepository(Event) private readonly events: Repository<Event>) {}

  @Get('health/ready')
  ready(): object {
    return { status: 'ok' };
  }

  @Get('events')
  async list(@Query() { limit, offset, startDate, ids, ...equal }: EventQuery): Promise<object> {
    if (ids) {
      const found = await this.events.findBy({ id: In(ids.split(',')) });
      return { data: ids.split(',').flatMap((id) => found.find((event) => event.id === id) ?? []) };
    }
    const [data, count] = await this.events.findAndCount({
      where: { ...equal, ...(startDate && { startAt: MoreThanOrEqual(startDate) }) },
      order: { startAt: 'ASC', id: 'ASC' },
      take: limit,
      skip: offset,
    });
    return { data, count };
  }

  @Get('events/:id')
  async findOne(@Param('id', ParseUUIDPipe) id: string): Promise<Event> {
    const event = await this.events.findOneBy({ id });
    if (!event) throw new NotFoundException();
    return event;
  }

  @Post('events')
  create(@Body() body: CreateEventDto, @CurrentUser() creatorId: string): Promise<Event> {
    return this.events.save(this.events.create({ ...body, id: uuidv7(), creatorId }));
  }

  @Patch('events/:id')
  async update(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: UpdateEventDto,
    @CurrentUser() user: string,
  ): Promise<Event> {
    const event = await this.findOne(id);
    if (event.creatorId !== user) throw new ForbiddenException();
    return this.events.save(Object.assign(event, body));
  }
}

@Controller()
class ParticipationController {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  @Get('notifications')
  async inbox(@Query() { limit, offset }: PageQuery, @CurrentUser() recipientId: string): Promise<object> {
    const [data, count] = await this.dataSource.getRepository(Notification).findAndCount({
      where: { recipientId },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
      skip: offset,
    });
    return { data, count };
  }

  @Get('gigs/:gigId/applications')
  async list(@Param('gigId', ParseUUIDPipe) gigId: string, @CurrentUser() user: string): Promise<object> {
    const gig = await this.dataSource.getRepository(Event).findOneBy({ id: gigId });
    if (gig?.creatorId !== user) throw new ForbiddenException();
    const data = await this.dataSource
      .getRepository(Application)
      .find({ where: { gigId }, relations: { applicant: true }, order: { createdAt: 'ASC', id: 'ASC' } });
    return { data };
  }

  @Post('gigs/:gigId/applications')
  apply(
    @Param('gigId', ParseUUIDPipe) gigId: string,
    @Body() { message }: ApplyDto,
    @CurrentUser() userId: string,
  ): Promise<Application> {
    return this.dataSource.transaction(async (manager) => {
      const gig = await manager.findOneBy(Event, { id: gigId, type: 'GIG' });
      if (!gig) throw new NotFoundException();
      if (gig.creatorId === userId || gig.status !== 'OPEN') throw new ForbiddenException();
      if (await manager.existsBy(Application, { gigId, applicantId: userId })) throw new ConflictException();
      const applicant = await manager.findOneByOrFail(User, { id: userId });
      const application = await manager.save(
        manager.create(Application, { id: uuidv7(), gigId, applicantId: userId, applicant, message }),
      );
      await manager.save(
        manager.create(Interaction, { id: uuidv7(), eventId: gigId, userId, action: 'APPLY' }),
      );
      const data = { gigId, gigTitle: gig.title, applicantName: applicant.name };
      const [type, referenceId, recipientId] = ['APPLICATION_RECEIVED', application.id, gig.creatorId!];
      await manager.save(
        manager.create(Notification, { id: uuidv7(), type, referenceId, recipientId, data }),
      );
      return application;
    });
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: DATABASE_URL,
      entities: ENTITIES,
      poolSize: 10,
      installExtensions: false,
    }),
    TypeOrmModule.forFeature(ENTITIES),
  ],
  controllers: [EventsController, ParticipationController],
  providers: [{ provide: APP_GUARD, useClass: AuthGuard }],
})
class AppModule {}

const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: ['error', 'warn'] });
app.useGlobalPipes(
  new ValidationPipe({ whitelist: true, transform: true, errorHttpStatusCode: HttpStatus.BAD_REQUEST }),
);
app.enableShutdownHooks();
await app.listen(Number(PORT), HOST);
