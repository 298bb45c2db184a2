import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { signInMethods } from '#contract/calls/signInMethods.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { ApiError } from '#api/apiError.ts'
import { useUser } from '#api/person.ts'
import { sendApiCall } from '#api/send.ts'
import { connectWallet, type BrowserWallet, signWithWallet, useBrowserWallets } from '#device/wallets.ts'
import { EmptyState } from '#ui/Empty.tsx'
import { WalletIcon } from '#ui/icons/signInIcons.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { pickCompleteStepUpProof, isStepUpComplete } from '#widgets/identity/stepUpProof.ts'
import { Stack } from '#ui/Stack.tsx'
import { stepUpFieldErrorKeys } from '../signIn/proofFields.ts'
import { useWalletErrorMessages } from '../signIn/useWalletErrorMessages.ts'
import { type WalletSignRequest, WalletPicker, SignWalletMessageStep } from '../signIn/WalletSteps.tsx'

/** Adds a wallet: a proof that it is the person, which wallet, and the exact words that it signs. */
export function AddSignInWalletSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const user = useUser()
  const words = useWalletErrorMessages()
  const wallets = useBrowserWallets()
  const [proof, setProof] = useState<StepUpProof>({})
  const offering = useMutation<WalletSignRequest, Error, BrowserWallet>({
    mutationFn: async (wallet) => {
      const account = await connectWallet(wallet)
      const { message } = await sendApiCall(signInMethods.walletToAdd, { ...account, ...pickCompleteStepUpProof(proof) })
      return { wallet, address: account.address, message }
    },
    // A code is good once: the next try needs the next one.
    onError: () => setProof(({ googleCode: _, ...others }) => others),
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const signing = useMutation<void, Error, WalletSignRequest>({
    mutationFn: async ({ wallet, address, message }) => {
      const signature = await signWithWallet(wallet, address, message)
      await sendApiCall(signInMethods.addWallet, { message, signature, address })
    },
    onSuccess: async () => {
      onClose()
      showToast(t`Added`, { tone: 'good' })
      await Promise.all(signInMethods.addWallet.touches.map((path) => client.invalidateQueries({ queryKey: [path] })))
    },
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const begin = () => {
    signing.reset()
    offering.reset()
  }
  const refusal = offering.error instanceof ApiError ? offering.error : undefined
  const isUnderField = refusal !== undefined && stepUpFieldErrorKeys.has(refusal.key)
  return (
    <BottomSheet open onClose={onClose} title={t`Add a wallet`}>
      {wallets.length === 0 ? (
        <EmptyState
          drawing={<WalletIcon />}
          text={<Trans>No wallet was found in this browser. Open this page in your wallet's own browser.</Trans>}
        />
      ) : offering.data ? (
        <SignWalletMessageStep
          offer={offering.data}
          isBusy={signing.isPending}
          error={words(signing.error)}
          onSign={() => signing.mutate(offering.data)}
          onAnew={begin}
        />
      ) : (
        <Stack gap={4}>
          <p>
            <Trans>Your wallet signs a short text, which costs and moves nothing. New withdrawal addresses then wait 24 hours.</Trans>
          </p>
          <StepUpFields call={signInMethods.walletToAdd} proof={proof} onChange={setProof} error={refusal} />
          <WalletPicker
            wallets={wallets}
            chosen={offering.isPending ? offering.variables : undefined}
            isReady={isStepUpComplete(user, proof)}
            error={isUnderField ? undefined : words(offering.error)}
            onChoose={(wallet) => offering.mutate(wallet)}
          />
        </Stack>
      )}
    </BottomSheet>
  )
}
