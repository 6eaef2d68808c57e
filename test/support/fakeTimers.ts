// Timers that a test moves by hand.
import { vi } from 'vitest';
import { leaveSharedService } from './service.ts';

/**
 * Fakes timers until `vi.useRealTimers`. What the service that files share begins to wait for meanwhile never comes, so that the files
 * that follow share another one.
 */
export function fakeTimers(config: NonNullable<Parameters<typeof vi.useFakeTimers>[0]>): void {
  leaveSharedService();
  vi.useFakeTimers(config);
}
