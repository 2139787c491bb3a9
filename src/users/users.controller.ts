import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, SignedIn } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { OwnProfileDto, ProfileDto, toOwnProfileDto, UpdateProfileDto } from './users.dto.js';
import { UsersService } from './users.service.js';

@ApiTags('Users')
@Controller('users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

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
