import { ApiProperty } from '@nestjs/swagger';
import { MAX_LINK } from '../common/link.js';
import { NestedListField, TextField, UrlField, WholeNumberField } from '../common/validation/fields.js';
import { type Image, MAX_ALT, MAX_IMAGES, MAX_PIXELS } from './image.js';

export const IMAGES_EXAMPLE = [
  {
    url: 'https://images.example.edu/concert.jpg',
    width: 1600,
    height: 900,
    alt: 'A band plays on the lawn at dusk.',
  },
];
const [EXAMPLE] = IMAGES_EXAMPLE as [(typeof IMAGES_EXAMPLE)[0]];

const PixelsField = (side: 'width' | 'height'): PropertyDecorator =>
  WholeNumberField({
    min: 1,
    max: MAX_PIXELS,
    optional: true,
    nullable: true,
    description: 'In pixels. Null: unknown.',
    example: EXAMPLE[side],
  });

/** An image as its event's creator sends it. */
export class ImageDto {
  @UrlField({
    description: 'The address of the image. The service never fetches it.',
    example: EXAMPLE.url,
  })
  url: string;

  @PixelsField('width')
  width?: number | null;

  @PixelsField('height')
  height?: number | null;

  @TextField({
    min: 1,
    max: MAX_ALT,
    visible: true,
    description: 'A description for people who do not see the image.',
    example: EXAMPLE.alt,
  })
  alt: string;
}

const pixels = (side: 'width' | 'height'): PropertyDecorator =>
  ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: MAX_PIXELS,
    nullable: true,
    description: 'In pixels. Null: unknown.',
    example: EXAMPLE[side],
  });

/** An image as answers show it. */
export class EventImageDto implements Image {
  @ApiProperty({
    format: 'uri',
    maxLength: MAX_LINK,
    description: 'The address of the image. The service never fetches it.',
    example: EXAMPLE.url,
  })
  url: string;

  @pixels('width')
  width: number | null;

  @pixels('height')
  height: number | null;

  @ApiProperty({
    maxLength: MAX_ALT,
    description: 'A description for people who do not see the image. For an event of a feed, its title.',
    example: EXAMPLE.alt,
  })
  alt: string;
}

/** The images of a request. */
export const ImagesField = () =>
  NestedListField(ImageDto, {
    most: MAX_IMAGES,
    optional: true,
    description: 'Images that you host, the main one first. A PATCH replaces all images.',
    example: IMAGES_EXAMPLE,
  });

/** Images as they are stored, their members in the order of the JSON. */
export function toImages(images: ImageDto[]): Image[] {
  return images.map(({ url, width = null, height = null, alt }) => ({ url, width, height, alt }));
}
