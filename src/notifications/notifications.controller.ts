import { Body, Controller, Get, Headers, Patch, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Caller, CurrentCaller, Resource, SignedIn, Visible } from '../common/access.js';
import { Operation, Route } from '../common/api.decorators.js';
import { ApiPage } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import type { NotificationEntity } from './notification.entity.js';
import { NotificationStream } from './notification.stream.js';
import {
  ListNotificationsQuery,
  MarkAllDto,
  MarkedDto,
  MarkNotificationDto,
  NotificationDto,
  UnreadCountDto,
} from './notifications.dto.js';
import { NotificationsService } from './notifications.service.js';

const STREAM_HELP = `Server-sent events: each new notification at least once, as \`id: <notification id>\`,
\`event: notification\`, \`data: <the notification as JSON>\`; a comment every 15 s. After a break, send the last id as
\`Last-Event-ID\`. The stream ends with the token. \`EventSource\` sends no bearer token, so a browser uses \`fetch\`:

\`\`\`js
const response = await fetch('/notifications/stream', { headers: { Authorization: 'Bearer ' + token } });
const decoder = new TextDecoder();
let text = '';
for await (const chunk of response.body) {
  const messages = (text += decoder.decode(chunk, { stream: true })).split('\\n\\n');
  text = messages.pop();
  for (const message of messages) {
    const data = /^data: (.*)$/m.exec(message)?.[1];
    if (data) show(JSON.parse(data));
  }
}
\`\`\``;

@ApiTags('Notifications')
@Controller('notifications')
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly streams: NotificationStream,
  ) {}

  @Get()
  @SignedIn()
  @Operation('listNotifications', 'List your notifications', {
    description: 'Returns your own, newest first. A notification outlives its event.',
  })
  @ApiPage(NotificationDto)
  list(@CurrentCaller() caller: Caller, @Query() query: ListNotificationsQuery) {
    return this.notifications.list(caller, query);
  }

  @Patch()
  @SignedIn()
  @Operation('markAllNotifications', 'Mark all your notifications as read', {
    description:
      'Marks all your unread notifications as read, or those up to `until`: of a list that you have shown, the ' +
      '`createdAt` of its first. Without `read`, nothing changes.',
  })
  @ApiOkResponse({ type: MarkedDto, description: 'The number of notifications that were marked.' })
  async markAll(@CurrentCaller() caller: Caller, @Body() { read, until }: MarkAllDto) {
    if (until !== undefined && !read)
      throw Problem.invalid({ pointer: '/read', detail: 'is required with until' });
    return { marked: read ? await this.notifications.markAll(caller, until) : 0 };
  }

  @Get('unread-count')
  @SignedIn()
  @Operation('countUnreadNotifications', 'Count your unread notifications', {
    description: 'Counts your own, up to 1000.',
  })
  @ApiOkResponse({ type: UnreadCountDto, description: 'The count.' })
  async countUnread(@CurrentCaller() caller: Caller) {
    return { count: await this.notifications.countUnread(caller) };
  }

  @Get('stream')
  @SignedIn()
  @Route({ endless: true })
  @Operation('streamNotifications', 'Stream your notifications', {
    description: STREAM_HELP,
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of your last notification. The stream resumes after it.',
  })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({
    description: 'The stream. The `data` of each message is a notification.',
    type: NotificationDto,
  })
  stream(
    @CurrentCaller() caller: Caller,
    @Headers('Last-Event-ID') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ) {
    return this.streams.open(caller, reply, lastEventId);
  }

  @Get(':id')
  @Visible(NotificationsService)
  @Operation('getNotification', 'Get a notification', {
    description: 'Only its recipient may read a notification. Returns 404 to others.',
  })
  @ApiOkResponse({ type: NotificationDto, description: 'The notification.' })
  get(@Resource() notification: NotificationEntity) {
    return notification;
  }

  @Patch(':id')
  @Visible(NotificationsService)
  @Operation('markNotification', 'Mark a notification as read or unread', {
    description: 'Only its recipient may change a notification. Without `read`, nothing changes.',
  })
  @ApiOkResponse({ type: NotificationDto, description: 'The changed notification.' })
  mark(@Resource() notification: NotificationEntity, @Body() { read }: MarkNotificationDto) {
    return this.notifications.mark(notification, read);
  }
}
