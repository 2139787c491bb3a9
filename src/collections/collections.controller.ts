import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, Owned, Resource, SignedIn, Visible } from '../common/access.js';
import { Creates, Operation } from '../common/api.decorators.js';
import { ApiPage } from '../common/pagination.js';
import type { CollectionEntity } from './collection.entity.js';
import {
  AddItemDto,
  CollectionDto,
  CollectionItemDto,
  CollectionWithItemsDto,
  CreateCollectionDto,
  GetCollectionQuery,
  ListCollectionsQuery,
  UpdateCollectionDto,
} from './collections.dto.js';
import { CollectionsService } from './collections.service.js';

@ApiTags('Collections')
@Controller('collections')
export class CollectionsController {
  constructor(private readonly collections: CollectionsService) {}

  @Post()
  @SignedIn()
  @Operation('createCollection', 'Create a collection', {
    description: 'Anyone signed in may own up to 100 collections. A new one is PRIVATE by default.',
    problems: ['LIMIT_REACHED'],
  })
  @Creates(CollectionDto, 'The new collection.', ({ id }) => `/collections/${id}`)
  create(@CurrentCaller() caller: Caller, @Body() request: CreateCollectionDto) {
    return this.collections.create(caller, request);
  }

  @Get()
  @SignedIn()
  @Operation('listCollections', 'List collections', {
    description: 'Returns all of yours, or the public ones of `ownerId`. Newest first.',
  })
  @ApiPage(CollectionDto)
  list(@CurrentCaller() caller: Caller, @Query() query: ListCollectionsQuery) {
    return this.collections.list(caller, query);
  }

  @Get(':id')
  @Visible(CollectionsService)
  @Operation('getCollection', 'Get a collection with its items', {
    description: 'Its owner may read it, and anyone signed in if it is PUBLIC. Items are in the order added.',
  })
  @ApiOkResponse({ type: CollectionWithItemsDto, description: 'The collection.' })
  get(
    @Resource() collection: CollectionEntity,
    @CurrentCaller() caller: Caller,
    @Query() { include }: GetCollectionQuery,
  ) {
    return this.collections.withItems(collection, { caller, include });
  }

  @Patch(':id')
  @Owned(CollectionsService)
  @Operation('updateCollection', 'Change your collection', {
    description: 'Only its owner may change a collection. Changes only the members that are sent.',
  })
  @ApiOkResponse({ type: CollectionDto, description: 'The changed collection.' })
  update(@Resource() collection: CollectionEntity, @Body() changes: UpdateCollectionDto) {
    return this.collections.update(collection, changes);
  }

  @Delete(':id')
  @HttpCode(204)
  @Owned(CollectionsService)
  @Operation('deleteCollection', 'Delete your collection', {
    description: 'Only its owner may delete a collection. Its events stay.',
  })
  @ApiNoContentResponse({ description: 'The collection is deleted.' })
  remove(@Resource() collection: CollectionEntity) {
    return this.collections.remove(collection);
  }

  @Post(':id/items')
  @Owned(CollectionsService)
  @Operation('addCollectionItem', 'Add an event to your collection', {
    description: 'Only its owner may add events: each once, up to 500.',
    problems: ['ALREADY_IN_COLLECTION', 'LIMIT_REACHED'],
  })
  @Creates(CollectionItemDto, 'The new item.', (_, { id }) => `/collections/${id}`)
  add(@Resource() collection: CollectionEntity, @Body() request: AddItemDto) {
    return this.collections.addItem(collection, request);
  }

  @Delete(':id/items/:eventId')
  @HttpCode(204)
  @Owned(CollectionsService)
  @Operation('removeCollectionItem', 'Remove an event from your collection', {
    description: 'Only its owner may remove an event. The event itself stays.',
  })
  @ApiNoContentResponse({ description: 'The event is not in the collection.' })
  removeItem(@Resource() collection: CollectionEntity, @Param('eventId') eventId: string) {
    return this.collections.removeItem(collection, eventId);
  }
}
