import { useLingui } from '@lingui/react/macro'
import { path } from '#sitemap'
import { CoinsIcon, CrowdIcon, BranchingPathIcon, InwardIcon, LenderIcon, ChainLinkIcon, MiningMachineIcon } from '#ui/icons/earnIcons.tsx'
import { useProductAvailability } from '#api/features.ts'
import { filterOfferedHomeShortcuts, type HomeShortcut } from './shortcut.ts'

/** Those that stand on home until somebody arranges them otherwise, as far as they are offered; they come with the first load. */
export function useDefaultHomeShortcuts(): HomeShortcut[] {
  const { t } = useLingui()
  const features = useProductAvailability()
  const all: HomeShortcut[] = [
    { id: 'earn', to: path.earnProducts, icon: <CoinsIcon />, name: t({ message: 'Earn', context: 'title of the screen' }) },
    {
      id: 'pledge',
      to: path.earnProducts,
      search: { type: 2 },
      icon: <ChainLinkIcon />,
      name: t({ message: 'Pledge', context: 'of coins, for network rewards' }),
    },
    { id: 'mining', to: path.mining, icon: <MiningMachineIcon />, name: t({ message: 'Mining', context: 'title of the screen' }) },
    { id: 'debt', to: path.bonds, icon: <CrowdIcon />, name: t({ message: 'Debt', context: 'lending to named borrowers' }) },
    { id: 'borrow', to: path.borrow, icon: <LenderIcon />, name: t({ message: 'Borrow', context: 'title of the screen' }) },
    { id: 'options', to: path.contracts, search: { mode: 'option' }, icon: <BranchingPathIcon />, name: t`Options` },
    { id: 'deposit', to: path.deposit, icon: <InwardIcon />, name: t({ message: 'Deposit', context: 'do it' }) },
  ]
  return filterOfferedHomeShortcuts(all, features)
}
