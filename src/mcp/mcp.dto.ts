import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  EnumField,
  Field,
  KeepsFurtherMembers,
  NestedField,
  TextField,
} from '../common/validation/fields.js';

const ID = {
  oneOf: [
    { type: 'string', maxLength: 255 },
    { type: 'integer', format: 'int32', minimum: 0 },
  ],
};

/** What a method takes. The tools say it of their arguments. */
@KeepsFurtherMembers()
export class McpParamsDto {}

/** A message of JSON-RPC: a request, or without an id a notification. */
export class McpMessageDto {
  @EnumField(['2.0'], { example: '2.0' })
  jsonrpc: '2.0';

  @Field(
    (value) =>
      typeof value === 'string' || Number.isInteger(value) ? undefined : 'must be a string or a whole number',
    ID as object,
    { optional: true, example: 1 },
  )
  id?: string | number;

  @TextField({ min: 1, max: 255, example: 'tools/list' })
  method: string;

  @NestedField(McpParamsDto, { optional: true })
  params?: McpParamsDto;
}

/** What a method answers. */
export class McpResultDto {}

export class McpErrorDto {
  @ApiProperty({ type: 'integer', format: 'int32', minimum: -32_768, example: -32_601 })
  code: number;

  @ApiProperty({ maxLength: 1000, example: 'Method not found' })
  message: string;

  @ApiPropertyOptional({ type: McpResultDto })
  data?: McpResultDto;
}

/** The answer to a request: a result or an error. */
export class McpAnswerDto {
  @ApiProperty({ enum: ['2.0'], example: '2.0' })
  jsonrpc: '2.0';

  @ApiProperty({ ...(ID as object), description: 'That of the request.' })
  id: string | number;

  @ApiPropertyOptional({ type: McpResultDto })
  result?: McpResultDto;

  @ApiPropertyOptional({ type: McpErrorDto })
  error?: McpErrorDto;
}

/** RFC 9728. */
export class ProtectedResourceDto {
  @ApiProperty({ format: 'uri', maxLength: 2000, example: 'https://events.example.org' })
  resource: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', maxLength: 2000 },
    maxItems: 1,
    description: '`AUTH_ISSUER`, where it is set.',
  })
  authorization_servers?: string[];

  @ApiProperty({ type: 'array', items: { type: 'string', enum: ['header'] }, maxItems: 1 })
  bearer_methods_supported: string[];

  @ApiProperty({ maxLength: 100, example: 'Events and Gigs' })
  resource_name: string;
}
