import { expect, it } from 'vitest'
import { screenPartSource, screenTableSource } from './screenTable.ts'

const rows = [
  { path: '/team', screen: 'team/Team', access: 'open' as const },
  { path: '/mine', screen: 'team/Mine', access: 'signedIn' as const },
]

it('writes where each first screen is, and where the rest of the tree is', () => {
  expect(screenTableSource(rows)).toBe(
    [
      `export const first = {"/team": () => import('virtual:screens/team/Team'), "/mine": () => import('virtual:screens/team/Mine')}`,
      "export const rest = () => import('virtual:screens/rest')\n",
    ].join('\n'),
  )
})

it('writes the routes of a part with their addresses, and the guard where one is behind it', () => {
  expect(screenPartSource(rows)).toBe(
    [
      "import { Route as guard } from '/src/app/SignedIn.tsx'",
      "import { Route as r0 } from '/src/screens/team/Team.tsx'",
      "import { Route as r1 } from '/src/screens/team/Mine.tsx'",
      'export const routes = [[r0, "/team"], [r1, "/mine", guard]]\n',
    ].join('\n'),
  )
  expect(screenPartSource(rows.slice(0, 1))).not.toContain('guard')
})
