/// <reference lib="webworker" />
const prefix = 'shell-'
/** The time in a name tells the newest. */
const builtAtMs = (name: string): number => Number(name.slice(prefix.length).split('-')[0])
const isOwn = (name: string): boolean => name.slice(prefix.length).split('-').slice(1).join('-') === __BUILD__

/** The caches of all builds that are kept here, one each, newest first: this build's own, and those of others. */
export async function appShellCacheNames(): Promise<{ own: string[]; others: string[] }> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix)).sort((a, b) => builtAtMs(b) - builtAtMs(a))
  return { own: names.filter(isOwn), others: names.filter((name) => !isOwn(name)) }
}

/** The name of this build's cache: the one that there is, or that of a new one. */
export const ownAppShellCacheName = async (): Promise<string> =>
  (await appShellCacheNames()).own[0] ?? `${prefix}${Date.now()}-${__BUILD__}`

/** Keeps the two newest builds, so that an open page of the older one still finds its chunks. */
export async function deleteOldAppShellCaches(): Promise<void> {
  const { own, others } = await appShellCacheNames()
  await Promise.all(others.slice(own.length > 0 ? 1 : 2).map((name) => caches.delete(name)))
}
