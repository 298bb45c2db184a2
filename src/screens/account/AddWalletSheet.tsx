import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { signInMethods } from '#contract/calls/signInMethods.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { ApiError } from '#api/apiError.ts'
import { useUser } from '#api/person.ts'
import { send } from '#api/send.ts'
import { connectWallet, type FoundWallet, signWithWallet, useWallets } from '#device/wallets.ts'
import { Empty } from '#ui/Empty.tsx'
import { Wallet } from '#ui/icons.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { StepUp } from '#widgets/StepUp.tsx'
import { givenOf, isProven } from '#widgets/stepUpProof.ts'
import styles from './Passkeys.module.css'
import { shownUnderField } from './proofFields.ts'
import { useWalletWords } from './useWalletWords.ts'
import { type WalletOffer, WalletChoice, WordsToSign } from './WalletSteps.tsx'

/** Adds a wallet: a proof that it is the person, which wallet, and the exact words that it signs. */
export function AddWalletSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const user = useUser()
  const words = useWalletWords()
  const wallets = useWallets()
  const [proof, setProof] = useState<StepUpProof>({})
  const offering = useMutation<WalletOffer, Error, FoundWallet>({
    mutationFn: async (wallet) => {
      const account = await connectWallet(wallet)
      const { message } = await send(signInMethods.walletToAdd, { ...account, ...givenOf(proof) })
      return { wallet, address: account.address, message }
    },
    // A code is good once: the next try needs the next one.
    onError: () => setProof(({ googleCode: _, ...others }) => others),
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const signing = useMutation<void, Error, WalletOffer>({
    mutationFn: async ({ wallet, address, message }) => {
      const signature = await signWithWallet(wallet, address, message)
      await send(signInMethods.addWallet, { message, signature, address })
    },
    onSuccess: async () => {
      onClose()
      toast(t`Added`, { tone: 'good' })
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
  const isUnderField = refusal !== undefined && shownUnderField.has(refusal.key)
  return (
    <Sheet open onClose={onClose} title={t`Add a wallet`}>
      {wallets.length === 0 ? (
        <Empty
          drawing={<Wallet />}
          text={<Trans>No wallet was found in this browser. Open this page in your wallet's own browser.</Trans>}
        />
      ) : offering.data ? (
        <WordsToSign
          offer={offering.data}
          isBusy={signing.isPending}
          error={words(signing.error)}
          onSign={() => signing.mutate(offering.data)}
          onAnew={begin}
        />
      ) : (
        <div className={styles.form}>
          <p>
            <Trans>Your wallet signs a short text, which costs and moves nothing. New withdrawal addresses then wait 24 hours.</Trans>
          </p>
          <StepUp call={signInMethods.walletToAdd} proof={proof} onChange={setProof} error={refusal} />
          <WalletChoice
            wallets={wallets}
            chosen={offering.isPending ? offering.variables : undefined}
            isReady={isProven(user, proof)}
            error={isUnderField ? undefined : words(offering.error)}
            onChoose={(wallet) => offering.mutate(wallet)}
          />
        </div>
      )}
    </Sheet>
  )
}
