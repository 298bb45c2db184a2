import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { SystemSettings } from '#contract/calls/settings.ts'
import type { ApiError } from '#api/apiError.ts'
import { withWords } from '#i18n/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { WalletIcon } from '#ui/icons/signInIcons.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import type { SecondFactorChallenge } from './startSession.ts'
import { importSignInNextSteps } from './fetchNextSteps.ts'
import { Stack } from '#ui/Stack.tsx'
import ways from './OtherSignInMethodButtons.module.css'
import { useApiErrorMessages } from './useApiErrorMessages.ts'

const WalletSignInSheet = lazy(() =>
  withWords('login.more', () => import('./WalletSignInSheet.tsx')).then((module) => ({ default: module.WalletSignInSheet })),
)

interface OtherSignInMethodsProps {
  settings: SystemSettings | undefined
  redirect: string | undefined
  /** Signed in, or the second step is asked for. */
  onDone: (second: SecondFactorChallenge | undefined) => void
}

/** Other services and the wallet, where this server admits them (docs/rules/accounts.md). Why they wait offline is said once, under "Continue". */
export function OtherSignInMethodButtons({ settings, redirect, onDone }: OtherSignInMethodsProps) {
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const [isWalletOpen, setWalletOpen] = useState(false)
  const leave = useMutation<void, ApiError, { provider: string; name: string }>({
    mutationFn: async ({ provider, name }) => (await importSignInNextSteps()).redirectToSignInProvider(provider, name, redirect),
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const providers = settings?.providers ?? []
  // Its place is kept until the methods are known, so that nothing above it moves.
  const hasWallet = settings?.loginMethods.includes('wallet') ?? true
  if (providers.length === 0 && !hasWallet) return null
  return (
    <Stack gap={3}>
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
            <WalletIcon className={ways.icon} />
            <Trans>Continue with a crypto wallet</Trans>
          </span>
        </Button>
      )}
      {leave.error && (
        <p role="alert" className="text-small weight-medium tone-error">
          {words(leave.error)}
        </p>
      )}
      {isWalletOpen && (
        <Suspense>
          <WalletSignInSheet onClose={() => setWalletOpen(false)} onDone={onDone} />
        </Suspense>
      )}
    </Stack>
  )
}
