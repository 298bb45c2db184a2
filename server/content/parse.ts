import { wireTimeToInstant, type Instant } from '#contract/time.ts'

export const contentKinds = ['help', 'news', 'agreement', 'notice', 'announcement'] as const
export type ContentKind = (typeof contentKinds)[number]

/** A text as its file has it: the front lines read, the body still raw HTML. */
export interface ParsedContentText {
  title: string
  summary: string
  category: string
  version: string
  published: Instant
  updated: Instant
  order: number
  isSample: boolean
  isPinned: boolean
  priority: 'L' | 'M' | 'H'
  body: string
}

const known = new Set(['title', 'summary', 'category', 'version', 'published', 'updated', 'order', 'sample', 'pinned', 'priority'])

/** Reads `key: value` lines up to the first blank line; the rest is the body. Throws with `where` in the message on a faulty file. */
export function parseContentText(file: string, where: string): ParsedContentText {
  const fault = (what: string) => new Error(`${where}: ${what}`)
  const [head = '', ...rest] = file.replaceAll('\r\n', '\n').split('\n\n')
  const front = new Map<string, string>()
  for (const line of head.trimEnd().split('\n')) {
    const at = line.indexOf(':')
    const key = line.slice(0, at)
    if (at < 1 || !known.has(key) || front.has(key)) throw fault(`the line "${line}" is not one of the known keys`)
    front.set(key, line.slice(at + 1).trim())
  }
  const body = rest.join('\n\n').trim()
  if (body === '') throw fault('there is no text')
  const need = (key: string) => {
    const value = front.get(key)
    if (!value) throw fault(`${key} is missing`)
    return value
  }
  const yes = (key: string) => front.get(key) === 'yes'
  const moment = (key: string) => {
    const text = need(key)
    if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(text) || Number.isNaN(wireTimeToInstant(`${text}:00`)))
      throw fault(`${key} must be YYYY-MM-DD HH:mm`)
    return wireTimeToInstant(`${text}:00`)
  }
  const priority = front.get('priority') ?? 'M'
  if (priority !== 'L' && priority !== 'M' && priority !== 'H') throw fault('priority must be L, M or H')
  const order = Number(front.get('order') ?? '0')
  if (!Number.isInteger(order)) throw fault('order must be a whole number')
  return {
    title: need('title'),
    summary: need('summary'),
    category: need('category'),
    version: need('version'),
    published: moment('published'),
    updated: moment('updated'),
    order,
    isSample: yes('sample'),
    isPinned: yes('pinned'),
    priority,
    body,
  }
}
