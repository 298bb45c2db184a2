import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { partsOf } from './catalogParts.ts'
import { frameFiles } from './frameFiles.ts'

const entry = (id: string, ...files: string[]): string =>
  [...files.map((file) => `#: ${file}`), '#. js-lingui-explicit-id', `msgid "${id}"`, 'msgstr "x"'].join('\n')

it('loads first what the frame or home says, and later what only other screens say', async () => {
  const po = [
    'msgid ""\nmsgstr ""',
    entry('title', 'src/screens/home/Home.tsx', 'src/screens/market/Markets.tsx'),
    entry('age', 'src/i18n/date.ts'),
    entry('chip', 'src/screens/market/Chart.tsx', 'src/widgets/StatusChips.tsx'),
    entry('margin', 'src/screens/trading/Ticket.tsx', 'src/screens/market/Chart.tsx'),
    entry('photo', 'src/widgets/PhotoUpload.tsx'),
    entry('mail', 'server/account/mail.ts'),
    entry('refusal', 'src/contract/refusals.ts'),
  ].join('\n\n')
  expect(
    Object.fromEntries(await partsOf(po, new Set(['src/screens/home/Home.tsx', 'src/i18n/date.ts', 'src/widgets/StatusChips.tsx']))),
  ).toEqual({ title: 'frame', age: 'frame', chip: 'frame', margin: 'screens', photo: 'screens' })
})

it('counts what the frame and home import at once as theirs, and nothing that they fetch later', () => {
  const found = frameFiles(fileURLToPath(new URL('../..', import.meta.url)))
  expect([...found]).toEqual(expect.arrayContaining(['src/screens/home/Home.tsx', 'src/widgets/ScreenLayout.tsx', 'src/i18n/date.ts']))
  expect([...found].filter((file) => /appLock\/Lock|PhotoUpload|CandleChart|MoreShortcuts|RecordAlarm|GuestSheet/.test(file))).toEqual([])
  expect([...found], 'what says something unasked comes with the words of the frame').toContain('src/app/marginWarnings.ts')
})
