/** Something that was taken away, and the way to have it again. */
export interface Removed {
  what: string
  undo(): Promise<unknown>
}
