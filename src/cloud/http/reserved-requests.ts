import type { Room } from '../../engine/ports/cloud.ts';
import type { Leave } from '../budget/governor.ts';

/** Permissions reserved ahead of their requests. */
const LEAVES = new WeakMap<Room, Leave>();

/** Wraps a permission as the reservation of a later write. */
export function roomOf(leave: Leave): Room {
  const room: Room = { giveBack: () => leaveOf(room)?.giveBack() };
  LEAVES.set(room, leave);
  return room;
}

/** Takes the permission out of a reservation, once. */
export function leaveOf(room: Room | undefined): Leave | undefined {
  if (room === undefined) return undefined;
  const leave = LEAVES.get(room);
  LEAVES.delete(room);
  return leave;
}
