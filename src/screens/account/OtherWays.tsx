import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { SystemSettings } from '#contract/calls/settings.ts'
import type { ApiError } from '#api/apiError.ts'
import { Button } from '#ui/Button.tsx'
import { Wallet } from '#ui/icons.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import type { SecondStep } from './enter.ts'
import ways from './OtherWays.module.css'
import styles from './SignIn.module.css'
import { leaveFor } from './thirdPartyTrip.ts'
import { useFailureWords } from './useFailureWords.ts'

const WalletSheet = lazy(() => import('./WalletSheet.tsx').then((module) => ({ default: module.WalletSheet })))

interface OtherWaysProps {
  settings: SystemSettings | undefined
  redirect: string | undefined
  /** Signed in, or the second step is asked for. */
  onDone: (second: SecondStep | undefined) => void
}

/** Other services and the wallet, where this server admits them (product §4.3). Why they wait offline is said once, under "Continue". */
export function OtherWays({ settings, redirect, onDone }: OtherWaysProps) {
  const isOnline = useIsOnline()
  const words = useFailureWords()
  const [isWalletOpen, setWalletOpen] = useState(false)
  const leave = useMutation<void, ApiError, { provider: string; name: string }>({
    mutationFn: ({ provider, name }) => leaveFor(provider, name, redirect),
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const providers = settings?.providers ?? []
  // Its place is kept until the methods are known, so that nothing above it moves.
  const hasWallet = settings?.loginMethods.includes('wallet') ?? true
  if (providers.length === 0 && !hasWallet) return null
  return (
    <div className={ways.ways}>
      {providers.map(({ provider, name }) => (
        <Button
          key={provider}
          kind="secondary"
          wide
          // Until the other page is there.
          busy={leave.variables?.provider === provider && (leave.isPending || leave.isSuccess)}
          disabled={!isOnline}
          onClick={() => leave.mutate({ provider, name })}
        >
          <Trans>Continue with {name}</Trans>
        </Button>
      ))}
      {hasWallet && (
        <Button kind="secondary" wide disabled={!isOnline} onClick={() => setWalletOpen(true)}>
          <span className={ways.label}>
            <Wallet className={ways.icon} />
            <Trans>Continue with a crypto wallet</Trans>
          </span>
        </Button>
      )}
      {leave.error && (
        <p role="alert" className={styles.error}>
          {words(leave.error)}
        </p>
      )}
      {isWalletOpen && (
        <Suspense>
          <WalletSheet onClose={() => setWalletOpen(false)} onDone={onDone} />
        </Suspense>
      )}
    </div>
  )
}
