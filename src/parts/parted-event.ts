/** What the parts need to know of an event. */
export interface PartedEvent {
  id: string;
  type: 'EVENT' | 'GIG';
  creatorId: string | null;
}
