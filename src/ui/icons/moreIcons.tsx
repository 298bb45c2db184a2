import { createIcon, createOutlineIcon } from './icon.tsx'

// Those that neither the frame nor home shows.

export const ShareIcon = createOutlineIcon('M12 14.5v-10M8 8l4-3.5L16 8M6.5 11.5v8h11v-8')
export const CopyIcon = createOutlineIcon('M9 8.5h9.5v11H9ZM15 8.5v-4H5.5v11H9')
export const InfoIcon = createIcon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 11.2V16M12 8v.1" />
  </>,
)
export const ChevronDownIcon = createOutlineIcon('m6 9.5 6 6 6-6')
export const SortIcon = createOutlineIcon('M8 5.5v13M4.5 15 8 18.5 11.5 15M16 18.5v-13M12.5 9 16 5.5 19.5 9')
export const SettingsIcon = createOutlineIcon(
  'M4.5 8h8M16.5 8h3M4.5 16h3M11.5 16h8M16.5 8a2 2 0 1 0-4 0 2 2 0 0 0 4 0M11.5 16a2 2 0 1 0-4 0 2 2 0 0 0 4 0',
)
export const DeviceIcon = createOutlineIcon('M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1M11 17.5h2')
export const KeyIcon = createOutlineIcon('M12.4 10.9a4 4 0 1 1 1.2 1.1L8 17.5H5v-3l7.4-3.6M8 17.5v-2h2v-2M16.3 8v.1')
export const LockIcon = createOutlineIcon('M6.5 11h11v8.5h-11ZM9 11V8a3 3 0 0 1 6 0v3M12 14.5v2')
export const BookIcon = createOutlineIcon(
  'M12 7c-1.6-1.3-3.8-1.7-7-1.5V17c3.2-.2 5.4.2 7 1.5 1.6-1.3 3.8-1.7 7-1.5V5.5c-3.2-.2-5.4.2-7 1.5v11',
)
export const LedgerIcon = createOutlineIcon('M6.5 4.5h11v15h-11ZM9.5 8.5h5M9.5 12h5M9.5 15.5h2.5M4.5 8h2M4.5 12h2M4.5 16h2')
export const ChartIcon = createOutlineIcon('M7.5 5v3M7.5 14.5V18M6 8h3v6.5H6ZM16.5 6v3.5M16.5 15.5V19M15 9.5h3v6h-3Z')
export const ExpandIcon = createOutlineIcon('M13.5 5h5.5v5.5M10.5 19H5v-5.5M19 5l-6 6M5 19l6-6')
export const ExternalLinkIcon = createOutlineIcon('M13 5h6v6M19 5l-8.5 8.5M16 14.5V19H5V8h4.5')
export const PlusIcon = createOutlineIcon('M12 5.5v13M5.5 12h13')
export const MinusIcon = createOutlineIcon('M5.5 12h13')
export const LogoutIcon = createOutlineIcon('M13 4.5H6v15h7M10.5 12H20M16.5 8.5 20 12l-3.5 3.5')
export const NewsIcon = createOutlineIcon('M5 5.5h11v13H6.5A1.5 1.5 0 0 1 5 17ZM16 9.5h3V17a1.5 1.5 0 0 1-3 0M8 9h5M8 12.5h5M8 15.5h3')
export const ExchangeIcon = createOutlineIcon('M4.5 9h13M14 5.5 17.5 9 14 12.5M19.5 15h-13M10 11.5 6.5 15l3.5 3.5')
