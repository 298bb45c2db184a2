/** What this room tells the rooms above: it knows no screen, toast or router. */
export type ApiLayerEvent =
  | { kind: 'signedOut' }
  | { kind: 'failed'; message: string }
  /** Refused because the account has no address of its own; `read` where nobody pressed anything. */
  | { kind: 'guestRestricted'; message: string; read: boolean }
  | { kind: 'maintenance' }

const listeners = new Set<(announcement: ApiLayerEvent) => void>()

export const emitApiLayerEvent = (announcement: ApiLayerEvent): void => listeners.forEach((listener) => listener(announcement))

export function onApiLayerEvent(listener: (announcement: ApiLayerEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
