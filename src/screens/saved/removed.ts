/** Something that was taken away, and the way to have it again. */
export interface UndoableRemoval {
  what: string
  undo(): Promise<unknown>
}
