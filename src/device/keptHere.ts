import { clear, createStore, entries } from 'idb-keyval'

/** One shelf of kept replies. Bytes are an estimate: two for each letter. */
interface Kept {
  entries: number
  bytes: number
}

/** What this device keeps of the app. */
export interface KeptHere {
  /** This person's reads, kept by the page. */
  person: Kept
  /** Reads that are the same for everyone, kept by the service worker. */
  everyone: Kept
  /** Everything, the app's own files too; undefined where the browser does not say. */
  usedBytes: number | undefined
  /** Whether the browser promised not to evict it. */
  isLasting: boolean
}

const personShelf = () => createStore('kept-by-page', 'kv')
const everyoneShelf = () => createStore('kept-by-worker', 'reads')
type Shelf = ReturnType<typeof personShelf>

export async function keptHere(): Promise<KeptHere> {
  const [person, everyone, usedBytes, isLasting] = await Promise.all([
    weigh(personShelf),
    weigh(everyoneShelf),
    // Absent outside secure pages and in old browsers.
    navigator.storage?.estimate?.().then(
      ({ usage }) => usage,
      () => undefined,
    ),
    navigator.storage?.persisted?.().catch(() => false),
  ])
  return { person, everyone, usedBytes, isLasting: isLasting }
}

/** Forgets what is kept for reading offline. The app's files, the sign-in and the preferences stay. */
export async function clearKept(): Promise<void> {
  await Promise.all([empty(personShelf), empty(everyoneShelf)])
}

async function weigh(open: () => Shelf): Promise<Kept> {
  try {
    const all = await entries<string, unknown>(open())
    const letters = all.reduce(
      (sum, [key, value]) => sum + key.length + (typeof value === 'string' ? value : JSON.stringify(value)).length,
      0,
    )
    return { entries: all.length, bytes: letters * 2 }
  } catch {
    // Without IndexedDB nothing is kept.
    return { entries: 0, bytes: 0 }
  }
}

const empty = async (open: () => Shelf): Promise<void> => {
  try {
    await clear(open())
  } catch {
    // Nothing was kept.
  }
}
