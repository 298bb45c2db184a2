import type { IncomingHttpHeaders } from 'node:http'
import { languageStorageKey } from '#contract/constants.ts'
import type { Language } from '#contract/languages.ts'
import { languageMatchingBrowser, languageByCode } from '#i18n/languages.ts'

/** The language that was chosen on this device, else the one that its browser asks for. */
export function negotiateLanguage({ cookie = '', 'accept-language': acceptLanguage = '' }: IncomingHttpHeaders): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${languageStorageKey}=([\\w-]+)`).exec(cookie)?.[1]
  return languageByCode(chosen) ?? languageMatchingBrowser(inOrder(acceptLanguage))
}

/** `th;q=0.8,en` as names, the most wanted first. */
const inOrder = (header: string): string[] =>
  header
    .split(',')
    .map((range) => {
      const [name = '', ...rest] = range.split(';').map((part) => part.trim())
      return { name, share: Number(rest.find((part) => part.startsWith('q='))?.slice(2) ?? 1) || 0 }
    })
    .filter(({ name, share }) => name !== '' && share > 0)
    .sort((a, b) => b.share - a.share)
    .map(({ name }) => name)
