import { hearPerson } from '#api/personStream.ts'
import { loadScreenWords } from '#i18n/i18n.ts'
import { keepDesktopLimit } from './desktopLimit.ts'
import { sayMarginWarnings } from './marginWarnings.ts'
import { askForLastingStorage } from './persistence.ts'
import { startPresence } from './presence.ts'
import { startWorker } from './worker.ts'

/** What goes on behind the screens, once the first of them is drawn. */
export function startBackground(): void {
  hearPerson()
  sayMarginWarnings()
  startPresence()
  askForLastingStorage()
  void keepDesktopLimit()
  // Without the checker's code the app works as before; a check says so itself.
  import('#api/priceRecord/record.ts').then(
    ({ watchRecord }) => watchRecord(),
    () => undefined,
  )
  void startWorker()
  // Before another screen asks for them; whoever needs them and does not get them says so.
  loadScreenWords().catch(() => undefined)
}
