"""URDF texts with all that an edit must keep."""

from __future__ import annotations

from pathlib import Path

ARM = """<?xml version='1.0' encoding="utf-8"?>
<!-- Arm of the demo robot. <box size="9 9 9"/> is no element here. -->
<robot name="arm"\txmlns:xacro="http://wiki.example/none">
  <material name='grey'><color rgba=".5 .5 .5 1"/></material>
  <link name="base"/>
  <link name="upper">
    <inertial>
      <mass value="2.0"/><!-- with motor -->
      <origin xyz="0 0  0.20" rpy="0 0 0"/>
      <inertia ixx="0.0272666667" ixy="0" ixz="0" iyy="0.0272666667" iyz="0" izz="1.2e-3"/>
    </inertial>
    <visual>
      <origin xyz="0 0 2e-1"/>
      <geometry><box size="0.06   0.06 0.4"/></geometry>
      <material name="grey"/>
    </visual>
    <visual name="cap">
      <origin xyz="0 0 0.4"/>
      <geometry><sphere radius="0.03"/></geometry>
    </visual>
    <collision>
      <geometry>
        <cylinder
           radius="0.03"
           length="0.38"/>
      </geometry>
      <origin
        rpy='0 0 0' xyz='0 0 0.2'/>
    </collision>
  </link>
  <link name="lower">
    <inertial><origin xyz="0.17 0 0"/><mass value="1.2"/>
      <inertia ixx="0.0005" ixy="0" ixz="0" iyy="0.00925" iyz="0" izz="0.00925"/></inertial>
    <visual><origin xyz="0.17 0 0" rpy="0 1.5708 0"/>
      <geometry><cylinder radius="0.025" length="0.3"/></geometry></visual>
  </link>
  <link name="tip"/>
  <link name="imu_frame"/>
  <joint name="waist" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/></joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/> <child link="lower"/>
    <origin xyz="0 0 0.42" rpy="0 0 0"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="30" velocity="2"/>
  </joint>
  <joint name="wrist" type="fixed"><parent link="lower"/><child link="tip"/><origin xyz="0.33 0 0"/></joint>
  <joint name="imu_mount" type="fixed"><parent link="upper"/><child link="imu_frame"/><origin xyz=".03 0 .1"/></joint>
  <gazebo reference="upper">
    <mu1>0.2</mu1>  <selfCollide>1</selfCollide>
  </gazebo>
  <transmission name="t1"><joint name="elbow"/></transmission>
</robot>
<!-- end: \u00e4\u00f6\u00fc -->
"""


def write_arm(folder: Path) -> Path:
    """Write the arm with the line ends of Windows, which an edit must keep too."""
    path = folder / "arm.urdf"
    path.write_bytes(ARM.replace("\n", "\r\n").encode())
    return path
