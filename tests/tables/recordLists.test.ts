import { expect, it } from 'vitest'
import { sourcesUnder, textOf } from './sources.ts'

/** Lists that grow by pages and are drawn another way. */
const others: Record<string, string> = {
  'src/screens/competitions/CompetitionRanking.tsx': 'a table of ranks, of which as many rows are drawn as are near',
  'src/screens/support/SupportConversationScreen.tsx': 'a conversation, which grows at its head',
  'src/screens/trading/ContractPane.tsx': 'its rows are also those of a trial on this device, which has no pages',
  'src/screens/wallet/BalanceRecords.tsx': 'counts its records, grows by itself at its end and says that it has ended',
  'src/screens/wallet/TransferList.tsx': 'the same',
}

/** Where such lists are made, and nothing is drawn. */
const makers = [
  'src/api/usePages.ts',
  'src/api/useStoredPages.ts',
  'src/screens/inbox/useInboxTabNotices.ts',
  'src/screens/wallet/useRecordPages.ts',
]

const growsByHook = /\b(usePagedList|useStoredPagedList|useInboxTabNotices|useBalanceRecordPages|useInfiniteQuery)\(/
const isGrowing = (text: string): boolean => growsByHook.test(text) || (/\buseQueries\(/.test(text) && /\bpageNo\b/.test(text))

// Each list that drew its own states forgot one of them: what failed, what is old, how to go on.
it('lists that grow by pages are drawn in one place', () => {
  const growing = sourcesUnder('src').filter((file) => !makers.includes(file) && isGrowing(textOf(file)))
  expect(growing.length).toBeGreaterThan(16)
  expect(growing.filter((file) => !/ from '[^']*\/RecordList\.tsx'/.test(textOf(file))).toSorted()).toEqual(Object.keys(others))
  const buttons = sourcesUnder('src').filter((file) => /<LoadMoreButton\b/.test(textOf(file)))
  expect(buttons).toEqual(['src/widgets/RecordList.tsx'])
})
