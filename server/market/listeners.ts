/** Adds a listener. Gives back how to stop listening. */
export function addListener<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
