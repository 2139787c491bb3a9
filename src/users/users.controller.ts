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
      'Returns your profile with your email, which only you see. Your first write stores the name, picture and email of ' +
      'your token; until then the profile shows those of the current token.',
  })
  @ApiOkResponse({ type: OwnProfileDto, description: 'Your profile, with your email.' })
  async own(@CurrentCaller() caller: Caller): Promise<OwnProfileDto> {
    return toOwnProfileDto(await this.users.own(caller));
  }

  @Patch('me')
  @SignedIn()
  @Operation('updateOwnProfile', 'Change your own profile', {
    description: 'Changes only the members that are sent. Null clears one. Your id and email cannot change.',
  })
  @ApiOkResponse({ type: OwnProfileDto, description: 'The changed profile.' })
  async update(@CurrentCaller() caller: Caller, @Body() changes: UpdateProfileDto): Promise<OwnProfileDto> {
    return toOwnProfileDto(await this.users.update(caller, changes));
  }

  @Get(':id')
  @SignedIn()
  @Operation('getProfile', "Get a person's public profile", {
    description:
      'Anyone signed in may read a profile. Returns 404 until the person has written something. The email is never shown.',
    answers: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: ProfileDto, description: 'The profile, without the email.' })
  profile(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ProfileDto> {
    return this.users.profile(id, caller);
  }
}
