'use client';

import {
  LogoutAddress,
  RedirectAddress,
} from '#app/(console)/groups/[group]/providers/address-to-register.tsx';
import type { Reserving } from '#app/(console)/groups/[group]/providers/use-reservation.ts';
import { logoutAddress } from '#lib/resources/provider-addresses.ts';

/**
 * The addresses to register at the provider before it is created here. `url` is the installation's address.
 */
export function AddressesOfNew({ reserving, url }: { reserving: Reserving; url: string }) {
  const { reservation, isPending, isError, isReplaced } = reserving;
  return (
    <>
      {(isPending || reservation) && (
        <RedirectAddress address={reservation?.redirectUri}>
          {' It is reserved for you for 12 hours.'}
          {isReplaced && (
            <strong className="block font-medium text-warn">
              The address has changed. Register this one instead.
            </strong>
          )}
        </RedirectAddress>
      )}
      {isError && (
        <p className="rounded bg-paper-2 px-3 py-2.5 text-ink-2">
          The redirect address could not be reserved. You will see it once the provider is created.
          If you need it to get a client id, enter any id now and change it later.
        </p>
      )}
      <LogoutAddress address={logoutAddress(url)} />
    </>
  );
}
