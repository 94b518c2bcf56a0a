import type { Room } from '../../engine/ports/cloud.ts';
import type { Leave } from '../budget/governor.ts';

/** Leaves that were taken ahead of their requests. */
const LEAVES = new WeakMap<Room, Leave>();

/** Keeps a leave as the room of a write to come. */
export function roomOf(leave: Leave): Room {
  const room: Room = { giveBack: () => leaveOf(room)?.giveBack() };
  LEAVES.set(room, leave);
  return room;
}

/** The leave that a room holds, once: from then on the room is used. */
export function leaveOf(room: Room | undefined): Leave | undefined {
  if (room === undefined) return undefined;
  const leave = LEAVES.get(room);
  LEAVES.delete(room);
  return leave;
}
