import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { firstVisitChunkGroups } from './firstChunks.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const groups = firstVisitChunkGroups(root)
const chunkOf = (id: string): unknown => groups.find(({ test }) => (test as (id: string) => boolean)(id))?.name

it.each([
  ['src/ui/ListRow.tsx', 'rows'],
  ['src/screens/market/MarketList.tsx', 'markets'],
  ['src/screens/account/signIn/SignInAccountStep.tsx', 'signIn'],
  ['src/screens/home/FavouriteMarketsSection.tsx', 'home'],
  ['src/widgets/market/MarketRow.tsx', 'frame'],
  ['src/app/router.ts', 'frame'],
  ['src/screens/home/NewsHeadlines.tsx', 'belowFold'],
  ['src/app/worker/worker.ts', 'behind'],
  ['src/screens/wallet/AssetCenter.tsx', undefined],
])('%s stands in %s', (file, chunk) => expect(chunkOf(`${root}${file}`)).toBe(chunk))

it('counts a row of the contract for those who name it', () => {
  expect(chunkOf(`${root}src/contract/calls/trading.ts?row=trading.preview`)).not.toBe(undefined)
  expect(chunkOf(`${root}src/contract/calls/team.ts?row=team.overview`)).toBe(undefined)
})

it('puts a screen into one file with its place in the tree', () => {
  expect(chunkOf('virtual:screens/market/Markets')).toBe('markets')
})
