import { Body, Controller, Delete, Get, HttpCode, Param, Patch } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, SignedIn } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { OwnData } from './own-data.js';
import { OwnDataDto, OwnProfileDto, ProfileDto, UpdateProfileDto } from './users.dto.js';
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
      'Returns your profile with your email, which only you see. The first time stores the name, picture and email of ' +
      'your token.',
  })
  @ApiOkResponse({ type: OwnProfileDto, description: 'Your profile, with your email.' })
  own(@CurrentCaller() caller: Caller) {
    return this.users.own(caller);
  }

  @Patch('me')
  @SignedIn()
  @Operation('updateOwnProfile', 'Change your own profile', {
    description: 'Changes only the members that are sent. Null clears one. Your id and email cannot change.',
  })
  @ApiOkResponse({ type: OwnProfileDto, description: 'The changed profile.' })
  update(@CurrentCaller() caller: Caller, @Body() changes: UpdateProfileDto) {
    return this.users.update(caller, changes);
  }

  @Delete('me')
  @HttpCode(204)
  @SignedIn()
  @Operation('deleteOwnData', 'Delete all your data', {
    description:
      'Deletes your profile, events (as `deleteEvent` does), applications, interactions, collections, conversations, notifications, ' +
      'calendars and idempotency keys. If the request is cut off, send it again: it continues. Notifications of others keep ' +
      'your name. Afterwards you are a new user. The counts of your last 24 hours stay for a while.',
  })
  @ApiNoContentResponse({ description: 'All your data is deleted.' })
  remove(@CurrentCaller() caller: Caller) {
    return this.ownData.delete(caller);
  }

  @Get('me/export')
  @SignedIn()
  @Operation('exportOwnData', 'Export all your data', {
    description:
      'Returns all data that the service stores about you: one object with a list per resource, oldest first. It is sent ' +
      'while it is read, so it is not valid JSON if it breaks off. Tokens of calendars are not stored, so they are missing.',
  })
  @ApiOkResponse({ type: OwnDataDto, description: 'All your data.' })
  export(@CurrentCaller() caller: Caller) {
    return this.ownData.export(caller);
  }

  @Get(':id')
  @SignedIn()
  @Operation('getProfile', "Get a person's public profile", {
    description:
      'Anyone signed in may read a profile. Returns 404 until the person has read their own or written something. The ' +
      'email is never shown.',
    problems: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: ProfileDto, description: 'The profile, without the email.' })
  profile(@Param('id') id: string, @CurrentCaller() caller: Caller) {
    return this.users.profile(id, caller);
  }
}
