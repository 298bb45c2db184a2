import { readFileSync } from 'node:fs'
import { type LanguageCode, supportedLanguages } from '#contract/languages.ts'
import type { ServerEnvironment } from '#server/content/environments.ts'

/**
 * Words that only this environment may say, in that language, as its catalog's folder has them: how a sandbox is named, and money that is
 * play money alone ("play money" by itself is also what the demo account holds); what can be said where money is real, and would be untrue
 * in a sandbox.
 */
export function environmentWords(environment: ServerEnvironment, lang: LanguageCode): RegExp {
  const locale = supportedLanguages.find(({ code }) => code === lang)?.locale
  const file = new URL(`../../locales/${locale}/environments.json`, import.meta.url)
  return new RegExp((JSON.parse(readFileSync(file, 'utf8')) as Record<ServerEnvironment, string>)[environment], 'i')
}
