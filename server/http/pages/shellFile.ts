import type { IncomingHttpHeaders } from 'node:http'
import { negotiateLanguage } from '../../core/requestLanguage.ts'

/** The file of the page at this address in the language of who asks (server/build/shells.ts); most addresses have none. */
export const localizedShellPath = (address: string, headers: IncomingHttpHeaders): string =>
  `/shells/${negotiateLanguage(headers).locale}${address === '/' ? '/index' : address}.html`
