/// <reference lib="webworker" />
import { updateWorkerOutbox, type WorkerOutbox, readWorkerOutbox } from '#device/outbox.ts'
import { refreshReadInPages } from './pages.ts'

/** Paths of the contract: the worker bundles no schema. */
export const workerCallPaths = {
  notices: '/api/content/appNotice/myList',
  markRead: '/api/content/appNotice/markRead',
  settings: '/api/user/settings',
  me: '/api/user/appUser/getMyUserInfo',
  vapidKey: '/api/push/vapidKey',
  subscribe: '/api/push/subscribe',
} as const

const mostAtOnce = 200

interface Said {
  code: number
  result: unknown
}

/** A plain call, as that person. Throws where no answer came, or one that may be another later. */
export async function postJsonAsUser(path: string, token: string, body: object): Promise<Said> {
  const headers = { 'content-type': 'application/json', 'x-access-token': token }
  const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const said = (await reply.json()) as Said
  if (said.code === 429 || (said.code >= 500 && said.code < 600)) throw new Error(`${path} answered ${said.code}`)
  return said
}

/** Tells the server what it could not be told before. Read marks and choices alone: nothing that moves money is ever left here. */
export async function sendOutboxFromWorker(): Promise<void> {
  const { token, reads, settings } = await readWorkerOutbox()
  if (!token) return
  for (let at = 0; at < reads.length; at += mostAtOnce) await markRead(reads.slice(at, at + mostAtOnce), token)
  if (Object.keys(settings).length === 0) return
  await postJsonAsUser(workerCallPaths.settings, token, settings)
  await updateWorkerOutbox((left) => ({ ...left, settings: without(left.settings, settings) }))
  await refreshReadInPages(workerCallPaths.me)
}

/** Marks these read, and gives how many are not; undefined where the answer was a refusal. */
async function markRead(ids: string[], token: string): Promise<number | undefined> {
  const { code, result } = await postJsonAsUser(workerCallPaths.markRead, token, { ids })
  await updateWorkerOutbox((left) => ({ ...left, reads: left.reads.filter((id) => !ids.includes(id)) }))
  await refreshReadInPages(workerCallPaths.notices)
  return code === 200 ? (result as { unread: { all: number } }).unread.all : undefined
}

/** Marks one read now, or when there is a network. Gives how many are not, where the server said so. */
export async function markNoticeReadOrQueue(id: string): Promise<number | undefined> {
  const { token } = await readWorkerOutbox()
  if (!token) return undefined
  await updateWorkerOutbox((left) => ({ ...left, reads: [...new Set([...left.reads, id])] }))
  return markRead([id], token).catch(() => undefined)
}

/** What was chosen meanwhile stays. */
const without = (now: WorkerOutbox['settings'], sent: WorkerOutbox['settings']): WorkerOutbox['settings'] =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => JSON.stringify(sent[name]) !== JSON.stringify(value)))
