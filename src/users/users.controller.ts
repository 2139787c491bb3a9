import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, SignedIn } from '../common/access.js';
import { Operation } from '../common/api.js';
import { OwnProfileDto, ProfileDto, toOwnProfileDto, UpdateProfileDto } from './users.dto.js';
import { UsersService } from './users.service.js';

@ApiTags('Users')
@Controller('users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get('me')
  @SignedIn()
  @Operation('getOwnProfile', 'Your own profile')
  @ApiOkResponse({ type: OwnProfileDto, description: 'Your profile, with what only you see.' })
  async own(@CurrentCaller() caller: Caller): Promise<OwnProfileDto> {
    return toOwnProfileDto(await this.users.own(caller));
  }

  @Patch('me')
  @SignedIn()
  @Operation('updateOwnProfile', 'Change your own profile')
  @ApiOkResponse({ type: OwnProfileDto, description: 'Your profile as it is now.' })
  async update(@CurrentCaller() caller: Caller, @Body() changes: UpdateProfileDto): Promise<OwnProfileDto> {
    return toOwnProfileDto(await this.users.update(caller, changes));
  }

  @Get(':id')
  @SignedIn()
  @Operation('getProfile', "A person's public profile", { answers: ['NOT_FOUND'] })
  @ApiOkResponse({ type: ProfileDto, description: 'The profile; never the email.' })
  profile(@Param('id') id: string): Promise<ProfileDto> {
    return this.users.profile(id);
  }
}
