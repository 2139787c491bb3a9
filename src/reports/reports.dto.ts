import { PickType } from '@nestjs/swagger';
import { EnumField, IgnoresReadOnly, TextField } from '../common/validation/fields.js';
import { REPORT_REASONS, ReportEntity, type ReportReason } from './report.entity.js';

export class ReportDto extends PickType(ReportEntity, ['id', 'eventId', 'reason', 'message', 'createdAt']) {}

@IgnoresReadOnly(ReportDto, ['id', 'eventId', 'createdAt'])
export class CreateReportDto {
  @EnumField(REPORT_REASONS, { enumName: 'ReportReason', example: 'SPAM' })
  reason: ReportReason;

  @TextField({ min: 1, max: 1000, lines: true, optional: true, nullable: true, example: 'It sells watches.' })
  message?: string | null;
}

export const toReportDto = ({ id, eventId, reason, message, createdAt }: ReportEntity): ReportDto => ({
  ...{ id, eventId, reason, message, createdAt },
});
