import { Body, Controller, Delete, Get, HttpCode, Param, Patch, type StreamableFile } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, SignedIn } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { OwnDataDto } from './own-data.dto.js';
import { OwnData } from './own-data.js';
import { OwnProfileDto, ProfileDto, toOwnProfileDto, UpdateProfileDto } from './users.dto.js';
import { UsersService } from './users.service.js';

@ApiTags('Users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly ownData: OwnData,
  ) {}

  @Get('me')
  @SignedIn()
  @Operation('getOwnProfile', 'Get your own profile', {
    description:
      'Your profile with your email, which only you can see. Until you write something, it shows what your token says; the ' +
      'token of your first write fills it.',
  })
  @ApiOkResponse({ type: OwnProfileDto, description: 'Your profile, with what only you see.' })
  async own(@CurrentCaller() caller: Caller): Promise<OwnProfileDto> {
    return toOwnProfileDto(await this.users.own(caller));
  }

  @Patch('me')
  @SignedIn()
  @Operation('updateOwnProfile', 'Change your own profile', {
    description: 'Only the members that are sent change; null empties one. Your id and email cannot change.',
  })
  @ApiOkResponse({ type: OwnProfileDto, description: 'Your profile as it is now.' })
  async update(@CurrentCaller() caller: Caller, @Body() changes: UpdateProfileDto): Promise<OwnProfileDto> {
    return toOwnProfileDto(await this.users.update(caller, changes));
  }

  @Delete('me')
  @HttpCode(204)
  @SignedIn()
  @Operation('deleteOwnData', 'Delete all that is yours', {
    description:
      'Your profile, events (as `deleteEvent` does), applications, interactions, collections, conversations, notifications, ' +
      'calendars, idempotency keys and counts. Where it is cut off, send it again: it goes on. What others hold, such as a ' +
      'notification, keeps your name. Afterwards you are a new user.',
  })
  @ApiNoContentResponse({ description: 'Nothing of yours is left.' })
  remove(@CurrentCaller() caller: Caller): Promise<void> {
    return this.ownData.delete(caller);
  }

  @Get('me/export')
  @SignedIn()
  @Operation('exportOwnData', 'Export all that is yours', {
    description:
      'All that the service holds of you, as one object with a list a resource, each the oldest first. It is written while it ' +
      'is read, so one that breaks off is no JSON. The tokens of calendars are not stored, and so not in it.',
  })
  @ApiOkResponse({ type: OwnDataDto, description: 'All that is held of you.' })
  export(@CurrentCaller() caller: Caller): Promise<StreamableFile> {
    return this.ownData.export(caller);
  }

  @Get(':id')
  @SignedIn()
  @Operation('getProfile', "Get a person's public profile", {
    description:
      'Anyone signed in may read it, once the person has written something. It never shows the email.',
    answers: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: ProfileDto, description: 'The profile; never the email.' })
  profile(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ProfileDto> {
    return this.users.profile(id, caller);
  }
}
