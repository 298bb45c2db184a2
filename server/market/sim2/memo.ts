/** Remembers what a function gave for its newest keys, at most `most` of them. */
export function memoizeNewestKeys<K, V>(most: number, make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    if (made.size >= most) made.delete(made.keys().next().value!)
    made.set(key, value)
    return value
  }
}
