import { ApiProperty } from '@nestjs/swagger';
import { EnumField, IgnoresReadOnly, TextField } from '../common/validation/fields.js';
import { REPORT_REASONS, type ReportEntity, type ReportReason } from './report.entity.js';

export class ReportDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d1a' })
  id: string;

  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  eventId: string;

  @ApiProperty({ enum: REPORT_REASONS, enumName: 'ReportReason', example: 'SPAM' })
  reason: ReportReason;

  @ApiProperty({ type: 'string', maxLength: 1000, nullable: true, example: 'It sells watches.' })
  message: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: string;
}

@IgnoresReadOnly(ReportDto, ['id', 'eventId', 'createdAt'])
export class CreateReportDto {
  @EnumField(REPORT_REASONS, { enumName: 'ReportReason', example: 'SPAM' })
  reason: ReportReason;

  @TextField({ min: 1, max: 1000, lines: true, optional: true, nullable: true, example: 'It sells watches.' })
  message?: string | null;
}

export const toReportDto = ({ id, eventId, reason, message, createdAt }: ReportEntity): ReportDto => ({
  ...{ id, eventId, reason, message, createdAt: createdAt.toISOString() },
});
