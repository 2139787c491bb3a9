import { ApiProperty } from '@nestjs/swagger';
import { TextField, UrlField, WholeNumberField } from '../common/validation/fields.js';

/** Images of one event, pixels of each of their sides, and characters of `alt` (rules.md, "Events and gigs"). */
export const MAX_IMAGES = 5;
export const MAX_PIXELS = 20_000;
export const MAX_ALT = 300;

const EXAMPLE = {
  url: 'https://images.example.edu/concert.jpg',
  width: 1600,
  height: 900,
  alt: 'A band plays on the lawn at dusk.',
};
export const IMAGES_EXAMPLE = [EXAMPLE];

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
    description: 'A description for people who do not see the image. For an event of a feed, its title.',
    example: EXAMPLE.alt,
  })
  alt: string;
}

/** An image as it is stored and shown, the members in the order of the JSON. */
export class EventImageDto extends ImageDto {
  @ApiProperty({ type: 'integer', required: true })
  declare width: number | null;

  @ApiProperty({ type: 'integer', required: true })
  declare height: number | null;
}

/** Images as they are stored, their members in the order of the JSON. */
export function toImages(images: ImageDto[]): EventImageDto[] {
  return images.map(({ url, width = null, height = null, alt }) => ({ url, width, height, alt }));
}
