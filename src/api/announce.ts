/** What this room tells the rooms above: it knows no screen, toast or router (house 3.3). */
export type Announcement =
  | { kind: 'signedOut' }
  | { kind: 'failed'; message: string }
  /** Refused because the account has no address of its own; `read` where nobody pressed anything. */
  | { kind: 'guestRestricted'; message: string; read: boolean }
  | { kind: 'maintenance' }

const listeners = new Set<(announcement: Announcement) => void>()

export const announce = (announcement: Announcement): void => listeners.forEach((listener) => listener(announcement))

export function onAnnouncement(listener: (announcement: Announcement) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
