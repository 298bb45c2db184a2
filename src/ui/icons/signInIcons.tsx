import { createOutlineIcon } from './icon.tsx'

// Those of the ways to sign in.

export const PasskeyIcon = createOutlineIcon('M12.3 13.4a4.5 4.5 0 1 1 0-2.8h8.2v3.4M16.8 10.6v2.4M8 12v.1')
export const WalletIcon = createOutlineIcon('M17.5 8.5v-3H6A1.5 1.5 0 0 0 4.5 7v10.5A1.5 1.5 0 0 0 6 19h13.5V8.5H6M16 13.8v.1')
