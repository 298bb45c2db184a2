import { createIcon, createOutlineIcon, createFilledIcon } from './icon.tsx'

// Those of the frame and of home, which every visit loads. The others are in moreIcons.tsx.

const houseShape = 'M4.5 11 12 4.5l7.5 6.5M6.5 10v8.75h11V10'
export const HomeIcon = createOutlineIcon(`${houseShape}M10 18.5v-5h4v5`)
export const HomeFilledIcon = createFilledIcon('M4.5 11 12 4.5l7.5 6.5M6.5 9.6v9.15h11V9.6L12 4.9Z', 'M12 14v4.5')
export const MarketIcon = createOutlineIcon('M4 15.5c2.2 0 2.6-6 5-6s2.4 5 4.8 5S17 6 20 6M4 19.5h16')
export const MarketFilledIcon = createFilledIcon('M4 15.5c2.2 0 2.6-6 5-6s2.4 5 4.8 5S17 6 20 6v13.5H4Z')
export const ContractIcon = createOutlineIcon(
  'M14 4.5H7.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V8L14 4.5V8h3.5M9.5 12h5M9.5 15.5h3',
)
export const ContractFilledIcon = createFilledIcon('M14 4.5H7.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V8Z', 'M9.5 11.5h5M9.5 15h3')
export const PersonIcon = createOutlineIcon('M12 11.5a3.5 3.5 0 1 0-2.6-1.15M5 19.5c.6-3.4 3.4-5 7-5s6.4 1.6 7 5')
export const PersonFilledIcon = createIcon(
  <>
    <circle cx="12" cy="8" r="3.5" fill="currentColor" />
    <path d="M5 19.5c.6-3.4 3.4-5 7-5s6.4 1.6 7 5Z" fill="currentColor" />
  </>,
)
export const BackIcon = createOutlineIcon('M14.5 5.5 8 12l6.5 6.5')
export const SearchIcon = createOutlineIcon('M15.6 15.2a6.5 6.5 0 1 0-1 .9M15.5 15.5l4 4')
export const BellIcon = createOutlineIcon('M6.5 16.5c1-1.3 1-2.8 1-5.5a4.5 4.5 0 0 1 9 0c0 2.7 0 4.2 1 5.5ZM10.3 19.5h3.4M12 4.5v2')
export const CheckIcon = createOutlineIcon('m5 12.5 4.5 4.5L19 7')
export const WarningIcon = createOutlineIcon('M12 5 3.8 19h16.4L12 5M12 10v4M12 16.6v.1')
export const ChevronRightIcon = createOutlineIcon('m9.5 6 6 6-6 6')
export const RefreshIcon = createOutlineIcon('M18.5 12a6.5 6.5 0 1 1-2-4.7l2 1.9M18.5 5v4.2h-4.2')
export const OfflineIcon = createOutlineIcon('M4.5 4.5l15 15M7 9.3A4.3 4.3 0 0 0 7.5 18H15M9.8 6.8A5 5 0 0 1 16.7 11a3.5 3.5 0 0 1 2.6 5.3')
export const LanguageIcon = createIcon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="M4.5 12h15M12 4c2.6 2.4 3.7 5 3.7 8s-1.1 5.6-3.7 8c-2.6-2.4-3.7-5-3.7-8S9.4 6.4 12 4" />
  </>,
)
