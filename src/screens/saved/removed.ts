/** Something that was taken away, and the way to have it again. */
export interface RemovedSavedItem {
  what: string
  undo(): Promise<unknown>
}
