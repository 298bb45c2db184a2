import { useSyncExternalStore } from 'react'

/** A small store outside React: one value and its listeners. With `useStore` a component renders again at every change of the value. */
export interface Store<T> {
  get(): T
  set(next: T | ((now: T) => T)): void
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      const nextValue = typeof next === 'function' ? (next as (now: T) => T)(value) : next
      if (Object.is(nextValue, value)) return
      value = nextValue
      for (const listener of Array.from(listeners)) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, store.get)
