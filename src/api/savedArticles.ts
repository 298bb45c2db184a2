import type { LanguageCode } from '#contract/calls/account.ts'
import { content } from '#contract/calls/content.ts'
import { query } from './query.ts'

const freshMs = 3_600_000

/** Everything to read without a signal, in one language; the worker keeps the reply (product §4.4). */
export const savedArticles = (lang: LanguageCode) => ({ ...query(content.offlineBundle, { lang }), staleTime: freshMs })
