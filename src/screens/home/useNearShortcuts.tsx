import { useLingui } from '@lingui/react/macro'
import { path } from '#sitemap'
import { Coins, Crowd, Fork, Inward, Lender, Link, Machine } from '#ui/earnIcons.tsx'
import type { Shortcut } from './shortcut.ts'

/** Those that stand on home until somebody arranges them otherwise; they come with the first load. */
export function useNearShortcuts(): Shortcut[] {
  const { t } = useLingui()
  return [
    { id: 'earn', to: path.earnProducts, icon: <Coins />, name: t({ message: 'Earn', context: 'title of the screen' }) },
    {
      id: 'pledge',
      to: path.earnProducts,
      search: { type: 2 },
      icon: <Link />,
      name: t({ message: 'Pledge', context: 'of coins, for network rewards' }),
    },
    { id: 'mining', to: path.mining, icon: <Machine />, name: t({ message: 'Mining', context: 'title of the screen' }) },
    { id: 'debt', to: path.bonds, icon: <Crowd />, name: t({ message: 'Debt', context: 'lending to named borrowers' }) },
    { id: 'borrow', to: path.borrow, icon: <Lender />, name: t({ message: 'Borrow', context: 'title of the screen' }) },
    { id: 'options', to: path.contracts, search: { mode: 'option' }, icon: <Fork />, name: t`Options` },
    { id: 'deposit', to: path.deposit, icon: <Inward />, name: t({ message: 'Deposit', context: 'do it' }) },
  ]
}
